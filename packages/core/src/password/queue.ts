import { firstComeFirstServed, type Line, roundRobin, type Waiting } from "./round-robin.js";
import type { HashTurn } from "./turn.js";

/** Rejected: the password would wait longer for a hash than the queue allows. */
export class HashQueueFull extends Error {
  override readonly name = "HashQueueFull";
  /** `retryAfterSeconds`: the expected wait, in whole seconds of at least 1. */
  constructor(readonly retryAfterSeconds: number) {
    super("Too many passwords wait to be hashed.");
  }
}

/** The position of a job in the queue. */
export interface Place {
  readonly turn: HashTurn;
  /** The expected duration of the job; 0: not known yet. */
  readonly milliseconds: number;
  /** The maximum expected wait of an accepted job. A job that waits twice as long is rejected nevertheless. */
  readonly maxWaitMilliseconds: number;
}

/**
 * Runs at most `parallel` jobs at a time. Networks of clients take turns, inside a network the buckets, and known
 * browsers come first: a client with many passwords waits behind its own passwords, and delays other clients by one
 * turn. Rejects with `HashQueueFull`.
 */
export interface HashQueue {
  run<T>(work: () => Promise<T>, place: Place): Promise<T>;
}

interface Job extends Waiting {
  begin(): void;
  refuse(): void;
}

/** Limits the memory. Beyond this number, the newest job of the bucket with the most jobs is rejected. */
const defaultMaxWaiting = 10_000;

export function createHashQueue(parallel: number, maxWaiting = defaultMaxWaiting): HashQueue {
  const line = knownFirst(() => roundRobin<Job>(1, () => roundRobin<Job>(2, firstComeFirstServed<Job>)));
  let running = 0;

  const expectedMilliseconds = (job: Waiting): number => line.before(job) / parallel;

  const wait = (waiting: Waiting, maxWaitMilliseconds: number): Promise<void> =>
    new Promise((resolve, reject) => {
      const job: Job = {
        ...waiting,
        begin() {
          clearTimeout(timer);
          resolve();
        },
        refuse() {
          clearTimeout(timer);
          line.remove(job);
          reject(new HashQueueFull(Math.max(1, Math.ceil(expectedMilliseconds(job) / 1000))));
        },
      };
      // Networks that come later may make the wait longer than expected.
      const timer = setTimeout(job.refuse, 2 * maxWaitMilliseconds);
      if (expectedMilliseconds(job) > maxWaitMilliseconds) return job.refuse();
      line.add(job);
      if (line.size > maxWaiting) line.last()?.refuse();
    });

  const runNow = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } finally {
      const next = line.next();
      if (next) next.begin();
      else running -= 1;
    }
  };

  return {
    async run(work, { turn, milliseconds, maxWaitMilliseconds }) {
      if (running < parallel) running += 1;
      else await wait({ milliseconds, path: pathOf(turn) }, maxWaitMilliseconds);
      return runNow(work);
    },
  };
}

const known = "known";

const pathOf = ({ isKnown, network, bucket }: HashTurn): readonly string[] => [
  isKnown ? known : "others",
  network,
  bucket,
];

/** After this many known browsers, another waiting browser is served. */
const knownInARow = 4;

/** Known browsers first, then the others. */
function knownFirst<T extends Waiting>(open: () => Line<T>): Line<T> {
  const [first, others] = [open(), open()];
  let inARow = 0;
  const isFirst = ({ path }: Waiting): boolean => path[0] === known;
  const lineOf = (job: Waiting): Line<T> => (isFirst(job) ? first : others);
  return {
    get size() {
      return first.size + others.size;
    },
    get milliseconds() {
      return first.milliseconds + others.milliseconds;
    },
    add: (job) => lineOf(job).add(job),
    next() {
      const isTurnOfOthers = others.size > 0 && inARow >= knownInARow;
      const job = (isTurnOfOthers ? null : first.next()) ?? others.next();
      inARow = job && isFirst(job) ? inARow + 1 : 0;
      return job;
    },
    remove: (job) => lineOf(job).remove(job),
    before(job) {
      const own = lineOf(job).before(job);
      const served = own + job.milliseconds;
      const between = isFirst(job)
        ? Math.min(others.milliseconds, served / knownInARow)
        : Math.min(first.milliseconds, served * knownInARow);
      return own + between;
    },
    last: () => (others.size >= first.size ? others : first).last(),
  };
}
