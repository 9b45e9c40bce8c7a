import forgotten_at_death

lasting = object()
held = [lasting] * 40
for number in range(600):
    forgotten_at_death.make_label(lasting)
