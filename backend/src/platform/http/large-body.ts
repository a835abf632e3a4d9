import { applyDecorators, SetMetadata } from '@nestjs/common'
import { RouteConfig } from '@nestjs/platform-fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set by `LargeBody`. */
    bodyLimit?: number
    /** Set by `LargeBody`: what the route declares of who may call it. */
    declares?: readonly string[]
  }
}

const LARGE_BODY = 4 * 1024 * 1024

/**
 * Lets the bodies of a route have so many bytes. Nothing of them is read before the caller is known and let in, so what
 * the route declares of who may call it is said here, for both. `BodyReader` bounds how many there are at a time.
 */
export const LargeBody = (bytes = LARGE_BODY, declares: readonly string[] = []) =>
  applyDecorators(RouteConfig({ bodyLimit: bytes, declares }), ...declares.map((mark) => SetMetadata(mark, true)))
