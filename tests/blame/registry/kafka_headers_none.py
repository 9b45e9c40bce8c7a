"""The None that is the value of a header is released too often by Message.headers()."""
# Source: https://github.com/confluentinc/confluent-kafka-python/pull/1165, mended in 1.8.2
# Wheel, 3.9.18
import sys

from confluent_kafka import Consumer, Producer, TopicPartition

CULPRIT = "c_headers_to_py"
PACKAGE = "confluent-kafka==1.7.0"
PYTHON = "3.9"
BINARY = "1"
VERDICT = "deficit"

# The producer has a broker of its own, in its own threads.
producer = Producer({"test.mock.num.brokers": 1, "log_level": 0, "linger.ms": 0})
broker, = producer.list_topics(timeout=10).brokers.values()
consumer = Consumer({"bootstrap.servers": "%s:%d" % (broker.host, broker.port),
                     "group.id": "group", "log_level": 0, "fetch.wait.max.ms": 1})
for number in range(300):
    producer.produce("topic", b"value", partition=0, headers=[("one", None), ("two", None)])
producer.flush()
consumer.assign([TopicPartition("topic", 0, 0)])


def probe():
    return -sys.getrefcount(None)


def step():
    message = consumer.poll(10)
    assert message.headers() == [("one", None), ("two", None)]
