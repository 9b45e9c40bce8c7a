from dropped_in_a_thread import tell


def answer(number):
    return {"number": number}


for _ in range(10):
    tell(answer, 100)
