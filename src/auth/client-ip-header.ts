/** Set by our server to the address that calls, whatever the client sent under this name. */
export const CLIENT_IP_HEADER = 'x-toscan-client-ip'
