"""A site with models and templates, and its own test client."""
#: needs django
#: leaks Signal.connect keeps each weakref.finalize
#: proof import weakref
#: proof from django.dispatch import Signal
#: proof signal = Signal()
#: proof for number in range(100):
#: proof     signal.connect(print)
#: proof     signal.disconnect(print)
#: proof assert len(weakref.finalize._registry) >= 100
import django
from django.conf import settings

settings.configure(
    ROOT_URLCONF=__name__, SECRET_KEY="x", ALLOWED_HOSTS=["*"],
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3",
                           "NAME": ":memory:"}},
    INSTALLED_APPS=["django.contrib.contenttypes", "django.contrib.auth"],
    TEMPLATES=[{"BACKEND":
                "django.template.backends.django.DjangoTemplates"}],
    DEFAULT_AUTO_FIELD="django.db.models.AutoField")
django.setup()

from django.contrib.auth.models import User
from django.core.management import call_command
from django.http import HttpResponse
from django.template import Context, Template
from django.test import Client
from django.urls import path


def users(request):
    template = Template("{% for one in users %}{{one}}{% endfor %}")
    return HttpResponse(template.render(Context(
        {"users": User.objects.all()})))


urlpatterns = [path("", users)]
call_command("migrate", verbosity=0)
for number in range(20):
    User.objects.create(username="user%d" % number)
client = Client()
for number in range(100):
    response = client.get("/")
    client.get("/no")
print(response.status_code, len(response.content))
