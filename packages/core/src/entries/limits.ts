// For plugins that compare a guess with a secret.
export {
  type CountedGuess,
  clearGuesses,
  countGuess,
  forgetAccountGuesses,
  type Guess,
  type GuessLimits,
  type GuessVerdict,
  noteWrongGuess,
} from "../limit/guesses.js";
// Loads the entry points: a compiler names the types of an app by them.
export type {} from "./plugin.js";
