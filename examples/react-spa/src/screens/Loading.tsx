/** A placeholder for a screen. It stays invisible for the usual response time. */
export const Loading = () => (
  <div className="screen loading" role="status">
    <span className="unseen">Loading…</span>
    <div className="bone wide" />
    <div className="bone" />
    <div className="bone tall" />
    <div className="bone tall" />
  </div>
);

/** A placeholder for a list below the heading of its screen. */
export const Bones = () => (
  <div className="bones loading" role="status">
    <span className="unseen">Loading…</span>
    <div className="bone tall" />
    <div className="bone tall" />
  </div>
);
