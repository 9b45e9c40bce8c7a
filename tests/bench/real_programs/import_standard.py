"""What a command line tool of the standard library imports."""
import argparse  # noqa: F401
import asyncio  # noqa: F401
import concurrent.futures  # noqa: F401
import email.message  # noqa: F401
import http.client  # noqa: F401
import json  # noqa: F401
import logging.config  # noqa: F401
import sqlite3  # noqa: F401
import unittest  # noqa: F401
import xml.etree.ElementTree  # noqa: F401
