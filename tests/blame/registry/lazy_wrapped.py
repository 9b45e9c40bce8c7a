"""What the factory of a proxy makes."""
# Source: https://github.com/ionelmc/python-lazy-object-proxy/commit/22a8544, mended in 1.2.1
# Built with debug information
import lazy_object_proxy

CULPRIT = "Proxy__ensure_wrapped"
PACKAGE = "lazy-object-proxy==1.2.0"
PYTHON = "3.9"


def step():
    len(lazy_object_proxy.Proxy(lambda: [1, 2]))
