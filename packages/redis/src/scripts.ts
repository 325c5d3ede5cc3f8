/** Both run on every Redis since 5 in one step; `GETDEL`, which came with 6.2, would not. */

/** Counts, and gives a counter its end in the same step: none is ever left without one. Answers count and milliseconds left. */
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
