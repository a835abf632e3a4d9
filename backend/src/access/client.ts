import { createParamDecorator, type ExecutionContext } from '@nestjs/common'
import { normalizeIp } from '@nestjs/throttler'
import type { FastifyRequest } from 'fastify'
import { requestOf } from '../platform/http/caller.js'
import { deviceOf, UNKNOWN_DEVICE } from './device-names.js'

/** The client of a request, as shown to the person. */
export interface ClientInfo {
  /** Such as "Chrome no Android". */
  device: string
  /** The IP address; null if unknown. */
  address: string | null
}

/** For sessions that start without a request. */
export const NO_CLIENT: ClientInfo = { device: UNKNOWN_DEVICE, address: null }

export function clientOf(request: FastifyRequest): ClientInfo {
  return { device: deviceOf(request.headers['user-agent']), address: normalizedAddress(request.ip) }
}

/** The client of a request. */
export const FromClient = createParamDecorator((_: unknown, context: ExecutionContext) => clientOf(requestOf(context)))

/** An IPv4 address in dotted form, also if the socket maps it to IPv6. */
function normalizedAddress(ip: string): string | null {
  return ip.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '') || null
}

/** The network of an address, which changes less often: the first half of an IPv4 address, the first quarter of an IPv6 one. */
export function networkOf(address: string | null): string {
  if (address === null) return ''
  return address.includes(':') ? normalizeIp(address, 32) : address.split('.').slice(0, 2).join('.')
}
