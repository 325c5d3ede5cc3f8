export { isMemoryDatabase, type MemoryDatabase, type MemoryOptions, type MemorySnapshot, memory } from "./memory.js";
