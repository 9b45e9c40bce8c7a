"""Tasks that run where they are called."""
#: needs celery
from celery import Celery

application = Celery("x", broker="memory://", backend="cache+memory://")
application.conf.task_always_eager = True


@application.task
def add(x, y):
    return x + y


for number in range(300):
    result = add.delay(number, 1).get()
print(result)
