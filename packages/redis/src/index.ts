export { type RedisClusterCommand, type RedisCommand, type RedisOptions, redis, redisCluster } from "./redis.js";
