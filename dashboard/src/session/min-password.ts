/** Characters; the service refuses fewer. */
export const MIN_PASSWORD = 10
