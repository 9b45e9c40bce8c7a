import forgotten_lasting

# One object that lives on in many places: nobody can follow each of them.
lasting = object()
held = [lasting] * 40
labels = []
for number in range(600):
    labels.append(forgotten_lasting.make_label((number, number), lasting))
    if len(labels) > 20:
        labels.clear()
