import { RouteConfig } from '@nestjs/platform-fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set by `LargeBody`. */
    bodyLimit?: number
  }
}

const LARGE_BODY = 4 * 1024 * 1024

/** Lets the bodies of a route have so many bytes. Nothing of them is read before the caller is known and let in. */
export const LargeBody = (bytes = LARGE_BODY) => RouteConfig({ bodyLimit: bytes })
