# The ledger goes away while it grows: that is said once, and not again by the
# reporter.
#: prints 300000
#: ledger none
#: says
#: defaults
mkdir gone
cd gone
"$PYTHON" -S -c 'import shutil
shutil.rmtree("../gone")
print(len([[i] for i in range(300000)]))'
