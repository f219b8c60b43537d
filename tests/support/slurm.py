"""A Slurm cluster of one node on loopback, for tests: munged, slurmctld and slurmd, as Debian has them.

    why = slurm.missing()         # None: it can be started
    with Slurm(folder) as cluster:
        job = cluster.run("sbatch", "--parsable", "--wait", "--array=1-4", "job.sh")

Its files lie below `folder`; it runs as root, as Slurm's daemons do.
"""

import os
import pathlib
import shutil
import socket
import subprocess
import time

START_SECONDS = 60
CORES = 8
DAEMONS = ("munged", "slurmctld", "slurmd")

CONFIGURATION = """ClusterName=semsite
SlurmctldHost={host}(127.0.0.1)
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket={folder}/munge/socket
CredType=cred/munge
SlurmctldPort={ports[0]}
SlurmdPort={ports[1]}
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
MpiDefault=none
SwitchType=switch/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SlurmdParameters=config_overrides
ReturnToService=2
KillWait=2
SchedulerParameters=batch_sched_delay=0,sched_interval=1
NodeName={host} NodeAddr=127.0.0.1 CPUs={cores} State=UNKNOWN
PartitionName=main Nodes={host} Default=YES MaxTime=INFINITE State=UP
"""


def missing():
    """Why there can be no cluster, or None."""
    absent = [name for name in (*DAEMONS, "sbatch") if not find(name)]
    if absent:
        return f"{', '.join(absent)}: not installed (packages slurmctld, slurmd, slurm-client, munge)"
    return None if os.geteuid() == 0 else "Slurm's daemons must be started by root"


def find(name):
    return shutil.which(name, path=f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/bin")


def free_ports(count):
    listeners = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [one.getsockname()[1] for one in listeners]
    for one in listeners:
        one.close()
    return ports


class Slurm:
    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        for name in ("munge", "state", "spool"):
            (self.folder / name).mkdir(parents=True, exist_ok=True)
        (self.folder / "munge").chmod(0o711)
        key = self.folder / "munge/key"
        key.write_bytes(os.urandom(64))
        key.chmod(0o400)
        configuration = self.folder / "slurm.conf"
        configuration.write_text(CONFIGURATION.format(
            host=socket.gethostname().split(".")[0], folder=self.folder, ports=free_ports(2), cores=CORES))
        self.environment = {**os.environ, "SLURM_CONF": str(configuration)}
        self.processes = []

    def __enter__(self):
        munge = self.folder / "munge"
        try:
            self.start("munged", "-F", "-f", f"--key-file={munge}/key", f"--socket={munge}/socket",
                       f"--log-file={munge}/log", f"--pid-file={munge}/pid", f"--seed-file={munge}/seed")
            self.wait_for("munged", lambda: (munge / "socket").exists())
            self.start("slurmctld", "-D", "-f", self.environment["SLURM_CONF"])
            self.wait_for("slurmctld", lambda: self.run("scontrol", "ping").returncode == 0)
            self.start("slurmd", "-D", "-f", self.environment["SLURM_CONF"])
            self.wait_for("slurmd", lambda: b"idle" in self.run("sinfo", "-h", "-o", "%T").stdout)
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(self, *_):
        self.stop()

    def start(self, name, *arguments):
        with open(self.folder / f"{name}.out", "wb") as output:
            self.processes.append(subprocess.Popen([find(name), *arguments], env=self.environment, stdout=output,
                                                   stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL))

    def wait_for(self, name, is_ready):
        end = time.monotonic() + START_SECONDS
        while not is_ready():
            if time.monotonic() > end or self.processes[-1].poll() is not None:
                raise RuntimeError(f"{name} does not start: {(self.folder / f'{name}.out').read_text()[-2000:]}")
            time.sleep(0.1)

    def stop(self):
        for process in reversed(self.processes):
            process.terminate()
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        self.processes = []

    def run(self, *command, seconds=60, **more):
        return subprocess.run([find(command[0]), *command[1:]], env={**self.environment, **more.pop("env", {})},
                              capture_output=True, timeout=seconds, check=False, **more)
