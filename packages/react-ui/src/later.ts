// What screens load on use. In one file: with several files, bundlers split the shared code into as many parts, and
// each screen would load more parts.
export { SeatsDialog } from "./billing/SeatsDialog.js";
export { PictureChoice } from "./picture/PictureChoice.js";
export { StepUpDialog } from "./step-up/StepUpDialog.js";
