"""registry - packages of the registry, with what their own tests need.

An environment of a package is a folder with a virtual environment (venv), for
some its source distribution (source) and what was built of it (built). pip
makes it; what is there already is kept.
"""
import collections
import os
import pathlib
import shutil
import subprocess
import tempfile

# version: of the newest release for CPython 3.11 when this was written, so
# that a run can be repeated. needs: requirements of its tests. files: patterns
# of test files below the folder `tests`, which is in the venv's site-packages
# if it ships them, else in its source. without: files that test no code
# (style, documentation, types), or need a network. share: 3 is each third file.
# together: so many files are one process, where importing the package takes
# longer than most files.
Package = collections.namedtuple(
    "Package", "name version needs source tests files without share pytest "
    "prepare together",
    defaults=("", (), False, ".", ("test_*.py",), (), 1, (), None, 1))


class NotMade(Exception):
    """Why an environment could not be made."""


def call(command, log, seconds, cwd=None, **more):
    env = {name: value for name, value in os.environ.items()
           if not name.startswith(("LD_", "REFTALLY_", "PYTHON"))}
    env.update(more)
    with open(log, "ab") as file:
        try:
            status = subprocess.run(
                [str(one) for one in command], stdin=subprocess.DEVNULL,
                stdout=file, stderr=file, cwd=cwd, env=env,
                timeout=seconds).returncode
        except subprocess.TimeoutExpired:
            status = "no end after %d s" % seconds
    if status != 0:
        raise NotMade("%s: %s; see %s" % (
            " ".join(str(one) for one in command)[:80], status, log))


def get_source(pip, package, folder, log):
    """The source distribution, unpacked as `folder`. pip cannot download one
    without asking its build for metadata, which may need a compiler of
    another language; what it unpacked before it asked is all that we want."""
    with tempfile.TemporaryDirectory(dir=folder.parent) as made:
        try:
            call([pip, "download", "--no-clean", "--no-deps",
                  "--no-build-isolation", "--no-binary", package.name,
                  "--dest", made, "%s==%s" % (package.name, package.version)],
                 log, 600, TMPDIR=made)
        except NotMade:
            pass
        found = [path.parent for path in
                 pathlib.Path(made).glob("pip-*/*/PKG-INFO")]
        if len(found) != 1:
            raise NotMade("pip unpacked no source of %s; see %s"
                          % (package.name, log))
        shutil.move(found[0], folder)


def make(package, python, folder):
    """Makes what is missing of the environment in `folder`."""
    done = folder / "done"
    wanted = "%s %s %s" % (package.version, python, " ".join(package.needs))
    if done.is_file() and done.read_text() == wanted:
        return
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    log = folder / "log"
    call([python, "-m", "venv", folder / "venv"], log, 1800)
    pip = folder / "venv" / "bin" / "pip"
    call([pip, "install", "--only-binary", package.name,
          "%s==%s" % (package.name, package.version), "pytest",
          *package.needs], log, 1800)
    if package.source:
        get_source(pip, package, folder / "source", log)
    if package.prepare:
        package.prepare(folder, log)
    done.write_text(wanted)


def site_packages(folder):
    return next((folder / "venv" / "lib").glob("python3*/site-packages"))


def prepare_lxml(folder, log):
    """Its tests are modules of the package and import it relatively."""
    shutil.copytree(folder / "source" / "src" / "lxml" / "tests",
                    site_packages(folder) / "lxml" / "tests",
                    dirs_exist_ok=True)


def prepare_pybind11(folder, log):
    bin_folder = folder / "venv" / "bin"
    call([bin_folder / "cmake", "-G", "Ninja", "-S", folder / "source", "-B",
          folder / "built", "-DPython_EXECUTABLE=%s" % (bin_folder / "python"),
          "-DPYBIND11_FINDPYTHON=ON", "-DPYBIND11_TEST=ON",
          "-DCMAKE_BUILD_TYPE=None", "-DCMAKE_CXX_FLAGS=-O0",
          "-DCMAKE_INTERPROCEDURAL_OPTIMIZATION=OFF", # it takes a second build
          "-DCMAKE_MAKE_PROGRAM=%s" % (bin_folder / "ninja")], log, 600)
    call([bin_folder / "cmake", "--build", folder / "built", "-j2"], log,
         7200)
    for path in (folder / "source" / "tests").glob("*.py"):
        shutil.copy(path, folder / "built" / "tests")


CYTHON_SHARDS = 16


def cython_command(folder, shard, *more):
    """Cython's runner builds modules and runs their doctests. What it built
    is kept, so that the runs that are compared do not build it again."""
    return [folder / "venv" / "bin" / "python", "runtests.py", "-v",
            "--no-cpp", "--no-examples", "--no-code-style", "--no-pyregr",
            "--no-unit", "--no-cleanup", "--no-cleanup-sharedlibs",
            "--shard_count", str(CYTHON_SHARDS), "--shard_num", str(shard),
            "--work-dir", str(folder / "built" / str(shard)),
            "--exclude", "srctree", *more, r"^run\."]


def build(package, folder, unit):
    """Builds what a unit needs besides the environment, unless it has been
    built. A module that does not compile is its tests' matter."""
    if package.name != "cython":
        return
    shard = unit.split()[1]
    done = folder / "built" / shard / "done"
    if done.is_file():
        return
    try:
        call(cython_command(folder, shard, "--exit-ok"), folder / "log", 3600,
             cwd=folder / "source", CFLAGS="-O0")
    except NotMade as why:
        if "no end" in str(why):
            raise
    done.parent.mkdir(parents=True, exist_ok=True)
    done.touch()


PACKAGES = {package.name: package for package in [
    Package("attrs", "26.1.0",
            ("hypothesis", "cloudpickle", "pympler", "typing-extensions"),
            source=True, tests="source/tests"),
    Package("greenlet", "3.5.6", needs=("psutil", "objgraph"),
            tests="site/greenlet/tests"),
    Package("lxml", "6.1.3", source=True, tests="site/lxml/tests",
            prepare=prepare_lxml),
    Package("uvloop", "0.23.0", ("aiohttp", "psutil", "pyOpenSSL~=26.4.0"),
            source=True, tests="source/tests",
            without=("test_sourcecode.py",)),
    Package("aiohttp", "3.14.5",
            ("pytest-mock", "freezegun", "trustme", "proxy.py", "re-assert",
             "blockbuster", "pytest-timeout", "isal", "zlib-ng", "brotli",
             "backports.zstd", "gunicorn", "python-on-whales", "aiodns",
             "uvloop", "pytest-codspeed", "pytest-cov", "pytest-xdist"),
            source=True, tests="source/tests", together=4,
            without=("test_benchmarks_*.py", "test_leaks.py"),
            pytest=("-o", "addopts=", "-p", "no:codspeed")),
    Package("gevent", "26.9.0",
            needs=("psutil", "objgraph", "requests", "dnspython", "idna",
                   "zope.event", "zope.interface"),
            tests="site/gevent/tests", files=("test_*.py",)),
    Package("cryptography", "50.0.2",
            ("cryptography_vectors==50.0.2", "pretend", "certifi",
             "pytest-benchmark", "pytest-cov", "pytest-xdist"), source=True,
            tests="source/tests", pytest=("-o", "addopts="), together=8),
    Package("sqlalchemy", "2.1.9",
            ("typing-extensions", "greenlet", "pytest-xdist"), source=True,
            tests="source/test", without=("test_mypy*.py",), together=8),
    Package("numpy", "2.4.6", needs=("hypothesis", "typing-extensions",
                                     "charset-normalizer"),
            tests="site/numpy", together=8),
    Package("pandas", "3.1.1", needs=("hypothesis", "pytz"),
            tests="site/pandas/tests", share=3, together=16),
    Package("pybind11", "3.1.0",
            ("cmake", "ninja", "numpy", "tomlkit", "pytest-timeout"),
            source=True, tests="built/tests", prepare=prepare_pybind11,
            without=("test_installed_*.py",)),
    Package("cython", "3.3.1", ("setuptools", "numpy"), source=True, share=8),
]}


def tests_folder(package, folder):
    root, _, rest = package.tests.partition("/")
    return (site_packages(folder) if root == "site"
            else folder / root) / rest


def units(package, folder, skip=0):
    """What runs as one process: test files, with spaces between them, or a
    shard of Cython's. The first `skip` files or shards are left out; the share
    is taken of the others."""
    if package.name == "cython":
        return ["shard %d" % number
                for number in range(skip, CYTHON_SHARDS, package.share)]
    tests = tests_folder(package, folder)
    found = sorted(str(path.relative_to(tests)) for pattern in package.files
                   for path in tests.rglob(pattern)
                   if not any(path.match(one) for one in package.without))
    found = found[skip::package.share]
    return [" ".join(found[start:start + package.together])
            for start in range(0, len(found), package.together)]


def count_files(unit):
    return max(1, sum(name.endswith(".py") for name in unit.split()))


def command(package, folder, unit, results):
    """(command, current directory) of a unit that leaves junit files in the
    folder `results`."""
    if package.name == "cython":
        return cython_command(folder, unit.split()[1], "--no-compile",
                              "--xml-output", results), folder / "source"
    tests = tests_folder(package, folder)
    # Within a package its modules would hide others of the same names.
    return [folder / "venv" / "bin" / "python", "-m", "pytest", "-q", "-p",
            "no:cacheprovider", *package.pytest, "--junit-xml",
            results / "junit.xml", *(tests / file for file in unit.split())], (
                folder if package.tests.startswith("site/") else tests)
