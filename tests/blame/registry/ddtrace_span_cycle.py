"""A span (a class made with PyO3, in Rust) that refers to itself is never found by the garbage collector: no __traverse__."""
# Source: https://github.com/DataDog/dd-trace-py/pull/17867, mended in 4.9.0 (4.8.5 no longer leaks)
# Wheel, 3.11.7
from ddtrace.internal.native._native import SpanData

CULPRIT = "SpanData _set_struct_tag __pymethod__set_struct_tag__ __new__"
PACKAGE = ("ddtrace==4.8.0 deprecated==1.2.15 bytecode==0.16.1 envier==0.6.1 "
           "importlib-metadata==8.5.0 opentelemetry-api==1.28.0 "
           "typing-extensions==4.12.2 wrapt==1.16.0 zipp==3.21.0")
VERDICT = "cycle"
PYTHON = "3.11"
BINARY = "1"


def step():
    span = SpanData(name="cycle")
    holder = [span]
    span._set_struct_tag("self", {"holder": holder})
