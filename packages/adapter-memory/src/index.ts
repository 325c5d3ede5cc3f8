export { type MemoryOptions, memory } from "./memory.js";
