#: That of the package for TypeScript; a test holds them together.
VERSION = "0.1.0"
