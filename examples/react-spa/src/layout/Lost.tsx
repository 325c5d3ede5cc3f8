/** Shown at the edge of the page if the session could not be read: the screen stays. */
export const Lost = ({ retry }: { retry: () => Promise<void> }) => (
  <div className="lost" role="status">
    No connection to the server.
    <button type="button" onClick={retry}>
      Try again
    </button>
  </div>
);
