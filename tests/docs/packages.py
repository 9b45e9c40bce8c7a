"""Packages that tests read our output with: pip installs them, once."""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

READERS = ["sarif-tools==3.0.5", "junitparser==5.0.3", "pypprof==0.0.1",
           "protobuf==7.36.2", "pydot==4.0.1", "pyparsing==3.3.3"]
BROWSER = ["axe-core-python==0.1.0"]
TERMINAL = ["pyte==0.8.2", "wcwidth==0.9.4"]
COMPILERS = ["cython==3.2.5", "pybind11==3.1.0", "nanobind==3.1.0"]


def packages_folder(name, requirements, version=sys.version_info[:2]):
    """Where they are, for that version of Python. (folder, why there is none)"""
    cache = pathlib.Path(os.environ.get("XDG_CACHE_HOME")
                         or pathlib.Path.home() / ".cache")
    folder = cache / "reftally" / "readers" / (
        "%s-%d.%d" % (name, *version))
    wanted = "\n".join(requirements)
    done = folder / "installed"
    if not done.is_file() or done.read_text() != wanted:
        folder.parent.mkdir(parents=True, exist_ok=True)
        made = tempfile.mkdtemp(dir=folder.parent)
        of_another = [] if version == sys.version_info[:2] else [
            "--only-binary=:all:", "--implementation=cp",
            "--python-version=%d.%d" % version]
        result = subprocess.run(
            [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps",
             "--disable-pip-version-check", "--target", made, *of_another,
             *requirements],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            timeout=600)
        if result.returncode != 0:
            shutil.rmtree(made)
            return None, "pip cannot install %s: %s" % (
                name, (result.stdout.strip().splitlines() or ["?"])[-1])
        pathlib.Path(made, "installed").write_text(wanted)
        shutil.rmtree(folder, ignore_errors=True)
        os.rename(made, folder)
    return folder, None


def add_packages(name, requirements):
    """Makes them importable here. Why not, or None."""
    folder, why_not = packages_folder(name, requirements)
    if folder is not None:
        sys.path.insert(0, str(folder))
    return why_not
