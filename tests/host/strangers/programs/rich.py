"""Tables drawn as text."""
#: needs rich
import io

from rich.console import Console
from rich.table import Table

for number in range(50):
    table = Table("a", "b")
    for row in range(20):
        table.add_row(str(row), "x")
    file = io.StringIO()
    Console(file=file).print(table)
print(file.getvalue())
