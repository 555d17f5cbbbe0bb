"use strict";

/** What must not outlive this process: each is called with the signal that ends it. */
module.exports = { cleanups: new Set() };
