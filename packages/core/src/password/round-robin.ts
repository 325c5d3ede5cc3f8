/** A job in a queue. */
export interface Waiting {
  /** The expected duration. */
  readonly milliseconds: number;
  /** The names of the groups, from the outermost to the innermost. */
  readonly path: readonly string[];
}

/** Waiting jobs, in the order of service. */
export interface Line<T extends Waiting> {
  readonly size: number;
  /** The expected duration of all jobs together. */
  readonly milliseconds: number;
  add(job: T): void;
  /** Removes and answers the next job; null if the queue is empty. */
  next(): T | null;
  remove(job: T): void;
  /** The expected duration of the work before a job that is added now. */
  before(job: Waiting): number;
  /** The newest job of the largest group. */
  last(): T | null;
}

/** First come, first served. */
export function firstComeFirstServed<T extends Waiting>(): Line<T> {
  const jobs = new Set<T>();
  let milliseconds = 0;
  const remove = (job: T): void => {
    if (jobs.delete(job)) milliseconds -= job.milliseconds;
  };
  return {
    get size() {
      return jobs.size;
    },
    get milliseconds() {
      return milliseconds;
    },
    add(job) {
      jobs.add(job);
      milliseconds += job.milliseconds;
    },
    next() {
      const [job = null] = jobs;
      if (job) remove(job);
      return job;
    },
    remove,
    before: () => milliseconds,
    last: () => [...jobs].at(-1) ?? null,
  };
}

/** Groups take turns, one job each. The group of a job is `path[depth]`. */
export function roundRobin<T extends Waiting>(depth: number, open: () => Line<T>): Line<T> {
  // In the order of their turns: a served group moves to the end, an empty group is removed.
  const groups = new Map<string, Line<T>>();
  let size = 0;
  let milliseconds = 0;
  const nameOf = ({ path }: Waiting): string => path[depth] ?? "";
  const forget = (job: T): void => {
    size -= 1;
    milliseconds -= job.milliseconds;
    if (groups.get(nameOf(job))?.size === 0) groups.delete(nameOf(job));
  };
  return {
    get size() {
      return size;
    },
    get milliseconds() {
      return milliseconds;
    },
    add(job) {
      const group = groups.get(nameOf(job)) ?? open();
      groups.set(nameOf(job), group);
      group.add(job);
      size += 1;
      milliseconds += job.milliseconds;
    },
    next() {
      const [first] = groups;
      if (!first) return null;
      const [name, group] = first;
      groups.delete(name);
      groups.set(name, group);
      const job = group.next();
      if (job) forget(job);
      return job;
    },
    remove(job) {
      const group = groups.get(nameOf(job));
      const sizeBefore = group?.size;
      group?.remove(job);
      if (group?.size !== sizeBefore) forget(job);
    },
    before(job) {
      const own = groups.get(nameOf(job));
      const inside = own?.before(job) ?? 0;
      // Each other group gets as many turns as the own group needs until the job is served.
      let sum = inside;
      for (const group of groups.values()) {
        if (group !== own) sum += Math.min(group.milliseconds, inside + job.milliseconds);
      }
      return sum;
    },
    last() {
      let largest: Line<T> | null = null;
      for (const group of groups.values()) if (group.size > (largest?.size ?? 0)) largest = group;
      return largest?.last() ?? null;
    },
  };
}
