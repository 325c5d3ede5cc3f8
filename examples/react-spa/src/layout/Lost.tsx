/** Said at the edge of the page when the session could not be looked up again: what is on the screen stays. */
export const Lost = ({ retry }: { retry: () => Promise<void> }) => (
  <div className="lost" role="status">
    No connection to the server.
    <button type="button" onClick={retry}>
      Try again
    </button>
  </div>
);
