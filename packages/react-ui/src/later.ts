// What screens load on use. One file: with several, bundlers split the code that they share into as many parts, and each
// screen would pay for that.
export { PictureChoice } from "./picture/PictureChoice.js";
export { StepUpDialog } from "./step-up/StepUpDialog.js";
