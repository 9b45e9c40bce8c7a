"""Sheets written to memory and read again."""
#: needs openpyxl
import io

import openpyxl

for number in range(5):
    book = openpyxl.Workbook()
    for row in range(50):
        book.active.append([1, "a", 2.5])
    file = io.BytesIO()
    book.save(file)
    file.seek(0)
    book = openpyxl.load_workbook(file)
print(book.active.max_row)
