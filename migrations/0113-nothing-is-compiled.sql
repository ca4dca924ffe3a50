-- What these forbid makes their plans look dear, and dear ones are compiled where the server was built for that: .5 s for a call that takes 1 ms.
alter function take_attempts set jit = off;
alter function write_attempts set jit = off;
