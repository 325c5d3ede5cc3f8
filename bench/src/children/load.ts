import { answerCalls } from "../calls.ts";
import { getSessions } from "../load/get-sessions.ts";
import { signIns, signUps } from "../load/sign-ins.ts";
import { getSessionsUnderHashing } from "../load/under-hashing.ts";

const methods = { getSessions, signIns, signUps, getSessionsUnderHashing };
export type LoadMethods = typeof methods;

answerCalls(methods);
