/** Between two ways that lead to the same. */
export const Either = () => (
  <p className="either">
    <span>or</span>
  </p>
);
