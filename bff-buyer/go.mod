module zabuni.org/bff-buyer

go 1.26.0

require zabuni.org/core v0.0.0

replace zabuni.org/core => ../core
