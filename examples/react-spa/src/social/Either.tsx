/** A separator between two alternatives. */
export const Either = () => (
  <p className="either">
    <span>or</span>
  </p>
);
