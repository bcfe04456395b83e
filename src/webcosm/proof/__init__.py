"""One prover of tasks: the oracle must pass, impostors and mutants must fail, and what a template says must hold.

`webcosm verify` and the tests of the suites use the same: see :func:`webcosm.proof.prover.prove`.

- `static` looks at templates without a browser: sites, wordings, pools, twins. `vocabulary` tells twins apart.
- `impostors` did not do the task, and are known by the evidence they leave.
- `prowler` opens addresses that look like the right one, which must fail, and other forms of it, which must pass.
- `mutants` are wrong final states, each one step away from a right one.
- `players` are impostors that must be watched: they play an episode; `pretending` has what they do.
- `ways` are other right ways than the oracle's, which must pass; `replayer` does one seed's actions in another.
- `agents` are impostors for `webcosm run`.
"""

from webcosm.proof.findings import Failure, Proof, Tally
from webcosm.proof.prover import prove
from webcosm.proof.static import Fault, find_faults

__all__ = ["Failure", "Fault", "Proof", "Tally", "find_faults", "prove"]
