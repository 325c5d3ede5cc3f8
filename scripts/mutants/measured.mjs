/**
 * The folders whose mutation score is compared before and after a change of their tests. A mutant that every test of a
 * package covers would run them all, and a whole folder has up to 1,500 mutants: so a folder has its list of tests, and a
 * sample of files, chosen for what they guard. The sample stays, so that two scores can be compared.
 */
export const measured = {
  "packages/core/src/password": {
    sample: ["attempt", "credential", "policy", "recheck", "reset", "set-credential", "sign-in", "checks"],
    tests: [
      "packages/core/src/password/{hash,foreign-hashes,format}.test.ts",
      "packages/core/tests/password/*.test.ts",
      "packages/core/tests/limit/wrong-passwords.test.ts",
      "packages/core/tests/routes/sign-in/email.test.ts",
      "packages/core/tests/routes/{reset-password,change-password,change-password-races}.test.ts",
    ],
  },
  "packages/core/src/session": {
    sample: ["close", "cookie", "credentials", "lifetime", "max-sessions", "read", "rotate", "step-up"],
    tests: ["packages/core/src/session/**/*.test.ts", "packages/core/tests/session/*.test.ts"],
  },
  "packages/organization/src/member": {
    sample: ["add", "change-role", "find", "list", "membership", "owners", "remove"],
    tests: [
      "packages/organization/tests/{add-member,remove-member,update-member-role,leave,transfer,active-member}.test.ts",
      "packages/organization/tests/{user-deletion,members,member-races,matrix,unconfirmed-session}.test.ts",
    ],
  },
  "packages/two-factor/src": {
    sample: ["accept", "backup-code", "factor", "guesses", "totp", "trusted-device", "verify/otp", "verify/totp"],
    tests: ["packages/two-factor/{src,tests}/*.test.ts"],
  },
};
