const argon2 = require('../../../node_modules/@node-rs/argon2')

/** Hashes as the program does, with as little memory and as few passes as the algorithm allows: a hash names its own cost. */
module.exports = { ...argon2, hash: (password, options) => argon2.hash(password, { ...options, memoryCost: 8, timeCost: 1 }) }
