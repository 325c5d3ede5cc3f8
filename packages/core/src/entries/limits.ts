// For plugins that compare a guess with a secret.
export { countGuess, forgetGuesses, type Guess, type GuessLimits, type GuessVerdict } from "../limit/guesses.js";
// Loads the entry points: a compiler names the types of an app by them.
export type {} from "./plugin.js";
