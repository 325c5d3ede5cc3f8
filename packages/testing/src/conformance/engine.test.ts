import { createEngine } from "../../../core/src/http/engine.js";
import { mapEngine } from "../map-engine.js";
import { engineConformance } from "./engine-conformance.js";

engineConformance("of the core", createEngine);
engineConformance("made of a map", mapEngine);
