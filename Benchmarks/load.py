"""Load on a server, by wrk."""

import re
import subprocess
import sys


def measure(options, name, port, targets, headers):
    """Requests a second, and the 99th percentile in milliseconds, by wrk. Any answer that is not 200 is an error."""
    script = options.work / f"{name}.lua"
    lines = [f'wrk.headers["{field}"] = "{value}"' for field, value in headers.items()]
    lines += ["local targets = {" + ", ".join(f'"{target}"' for target in targets) + "}", "local number = 0",
              "function request()", "    number = number % #targets + 1",
              "    return wrk.format(nil, targets[number])", "end"]
    script.write_text("\n".join(lines) + "\n", encoding="utf-8")
    result = subprocess.run(
        ["wrk", "--threads", "1", "--connections", str(options.connections), "--duration", f"{options.seconds}s", "--latency",
         "--script", str(script), f"http://127.0.0.1:{port}"], check=True, capture_output=True, text=True)
    if "Non-2xx" in result.stdout or "Socket errors" in result.stdout:
        sys.exit(f"{name}: {result.stdout}")
    tail = re.search(r"99%\s+([\d.]+)(us|ms|s)", result.stdout)
    return float(re.search(r"Requests/sec:\s+([\d.]+)", result.stdout)[1]), float(tail[1]) * {"us": 0.001, "ms": 1, "s": 1000}[tail[2]]
