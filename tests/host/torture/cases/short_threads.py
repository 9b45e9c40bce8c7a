"""Thousands of threads that come and go: nothing is kept for each."""
#: prints 3000
import threading

done = []
for i in range(3000):
    thread = threading.Thread(target=done.append, args=([i],))
    thread.start()
    thread.join()
print(len(done))
