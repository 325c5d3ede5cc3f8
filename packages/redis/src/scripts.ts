/** Both scripts are atomic on every Redis since version 5; `GETDEL` would need 6.2. */

/**
 * Increments a counter and sets the expiry atomically, so that no counter stays without expiry. Returns the count and
 * the remaining milliseconds.
 */
export const countScript = `
local count = redis.call("INCR", KEYS[1])
local left = redis.call("PTTL", KEYS[1])
if count == 1 or left < 0 then
  redis.call("PEXPIRE", KEYS[1], ARGV[1])
  left = tonumber(ARGV[1])
end
return { count, left }
`;

export const consumeScript = `
local value = redis.call("GET", KEYS[1])
redis.call("DEL", KEYS[1])
return value
`;
