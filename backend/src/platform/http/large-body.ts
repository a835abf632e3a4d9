import { applyDecorators, SetMetadata } from '@nestjs/common'
import { RouteConfig } from '@nestjs/platform-fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set by `LargeBody`. */
    bodyLimit?: number
    /** Set by `LargeBody`: the route's access declarations. */
    declares?: readonly string[]
    /** Set by `StreamedBody`. */
    streamedBody?: boolean
  }
}

const LARGE_BODY = 4 * 1024 * 1024

/**
 * Raises the body limit of a route. The body is read only after the caller is authorised, so the access declarations are
 * repeated here for the body hook. `BodyReader` bounds the number of such bodies.
 */
export const LargeBody = (bytes = LARGE_BODY, declares: readonly string[] = []) =>
  applyDecorators(RouteConfig({ bodyLimit: bytes, declares }), ...declares.map((mark) => SetMetadata(mark, true)))

/** For a route that reads its body itself, as a stream of any content type: `LargeBody` without the reading. */
export const StreamedBody = (bytes: number, declares: readonly string[] = []) =>
  applyDecorators(RouteConfig({ bodyLimit: bytes, declares, streamedBody: true }), ...declares.map((mark) => SetMetadata(mark, true)))
