// A request that its destructor completes, as a library of wrappers has it.
#pragma once
#include <mpi.h>

class Request {
 public:
  Request() = default;
  Request(const Request &) = delete;
  ~Request() {
    if (request_ != MPI_REQUEST_NULL) MPI_Wait(&request_, MPI_STATUS_IGNORE);
  }
  void send(const double *data, int count, int to) {
    MPI_Isend(data, count, MPI_DOUBLE, to, 0, MPI_COMM_WORLD, &request_);
  }
  void receive(double *data, int count, int from) {
    MPI_Irecv(data, count, MPI_DOUBLE, from, 0, MPI_COMM_WORLD, &request_);
  }

 private:
  MPI_Request request_ = MPI_REQUEST_NULL;
};
