"""The text and the object of an error about a list of changes."""
# Source: https://github.com/python-ldap/python-ldap/issues/24, mended in python-ldap 3.0.0b1
# Built with debug information
import _ldap

CULPRIT = "List_to_LDAPMods"
PACKAGE = "pyldap==2.4.45"
PYTHON = "3.9"

CONNECTION = _ldap.initialize("ldap://127.0.0.1:9/")


def step():
    try:
        CONNECTION.modify_ext("cn=one", 7)
    except TypeError:
        pass
