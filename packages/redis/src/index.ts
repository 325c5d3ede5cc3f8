export { type RedisCommand, type RedisOptions, redis } from "./redis.js";
