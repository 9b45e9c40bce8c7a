from kept_by_its_maker import half


def remember(number):
    half(number)


for number in range(1, 2001):
    remember(number)
