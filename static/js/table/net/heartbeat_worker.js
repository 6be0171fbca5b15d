/**
 * The heartbeat worker: it ticks every two seconds. Browsers slow down the timers of a hidden page,
 * but not a worker's.
 */
setInterval(() => postMessage(0), 2000);
