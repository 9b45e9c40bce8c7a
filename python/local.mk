# The package that programs import: pure Python, for any version. A wheel also
# has the command and the library, as scripts/make-wheel puts them together.
pythonpackagedir = $(pkgdatadir)/python/reftally
dist_pythonpackage_DATA = \
	python/reftally/__init__.py \
	python/reftally/__main__.py \
	python/reftally/command.py \
	python/reftally/judgement.py \
	python/reftally/known.py \
	python/reftally/py.typed \
	python/reftally/pytest_plugin.py \
	python/reftally/repeating.py \
	python/reftally/running.py \
	python/reftally/unittest_runner.py
