"""Programs that are run for real: what each class gains most from is known."""

# the service of the literature on pooling: instances that are expensive to configure, that a closure and a logger keep
# in cycles, and that are built anew for each of 200 messages of 10 tenants
SERVICE = """\
import logging
import time

class Handler(logging.Handler):
    def __init__(self, owner):
        super().__init__()
        self.owner = owner

class Processor:
    def __init__(self, tenant):
        began = time.process_time()
        self.tenant = tenant
        self.table = {}
        while time.process_time() - began < 0.01:  # the configuration
            self.table[len(self.table) % 100] = tenant
        self.logger = logging.Logger(tenant)
        self.logger.addHandler(Handler(self))
        self.convert = lambda text: (self.tenant, text)

    def process(self, message):
        return self.convert(message)

def serve(messages):
    return [Processor(tenant).process(message) for tenant, message in messages]
"""

# what is made by the ten thousand and kept
FRAMES = """\
class Frame:
    def __init__(self, name, line, depth):
        self.name = name
        self.line = line
        self.depth = depth

class Matrix:
    def __init__(self, seed):
        self.rows = [[float(i * j + seed) for i in range(20)] for j in range(20)]

def frames(number):
    return [Frame("f", at, at % 7) for at in range(number)]

def matrices(number):
    return [Matrix(at) for at in range(number)]
"""

MAIN = """\
from frames import frames, matrices
from service import serve

if __name__ == "__main__":
    kept = frames(20000), matrices(100)
    serve([(f"tenant{at % 10}", "message") for at in range(200)])
"""

SEVERAL = """\
import multiprocessing
import subprocess
import sys
from frames import frames

def work(number):
    return len(frames(number))

if __name__ == "__main__":
    with multiprocessing.get_context(sys.argv[1]).Pool(2) as pool:
        print(pool.map(work, [3000, 3000]))
        pool.close()
        pool.join()  # a pool that is left otherwise kills its processes
    # on a busy machine the classes of a module are not found at once
    found = "import frames, gc, time; time.sleep(0.5); gc.collect(); time.sleep(0.5); gc.collect()"
    subprocess.run([sys.executable, "-c", found + "; kept = frames.frames(7000)"], check=True)
"""
