from attribute_overwritten import Box

total = 0
for round in range(250):
    box = Box()
    for step in range(5):
        box.set({"step": step})
        total += box.read()["step"]
print(total)
