const picomatch = require("picomatch");

exports.fits = (glob, path) => picomatch(glob)(path);
